import type { ChartPaint, ChartPicture } from '../../model/charts/chartShape.js';
import { shortNumber } from '../../model/charts/quantity.js';
import { chartHatched } from '../../model/charts/seriesLook.js';
import { chosenPlace } from '../../model/charts/viewChoice.js';
import {
  circleLegend,
  hasCountries,
  wholeMap,
  worldMarks,
  worldPicture,
} from '../../model/charts/world/worldPicture.js';
import { mapSize, valueOf, worldChart, type WorldChart } from '../../model/charts/world/worldPlaces.js';
import type { MapPlane } from '../../model/pictures/maps/mapPlane.js';
import { writeSvg, type Palette } from '../../model/pictures/writeSvg.js';
import { element } from '../element.js';
import { valueEntries } from '../grid/gridMenus.js';
import { openMenuAt } from '../menu.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { BarList } from './barList.js';
import type { ChartEvents, Drawing } from './chartView.js';
import { MapZoom } from './mapZoom.js';
import { PointerTip, pointerAt } from './pointerTip.js';
import { scaleBar } from './scaleBar.js';

const listed = 8;

/** Countries or coordinates on a map of the world, which zooms, with the largest ones as a list below. */
export class WorldMap implements Drawing {
  readonly element = element('div', { className: 'world' });
  private readonly place = element('div', { className: 'map' });
  private readonly readout = element('div', { className: 'note', text: '\u00a0' });
  private readonly chart: WorldChart;
  private readonly tip = new PointerTip();
  private readonly zoom: MapZoom;
  private readonly summary: string;

  constructor(
    private readonly session: Session,
    events: ChartEvents,
  ) {
    this.chart = worldChart(session);
    const column = chosenPlace(session);
    const { scale } = this.chart;
    this.summary = strings.mapSummary(scale.measure, column?.name ?? '');
    this.place.setAttribute('role', 'img');
    this.place.setAttribute('aria-label', this.summary);
    this.zoom = new MapZoom({
      place: this.place,
      whole: wholeMap,
      look: session.look,
      ownsWheel: session.output.isInTab === true,
      draw: plane => this.show(plane),
    });
    this.listen();
    const legend = hasCountries(this.chart) ? scaleBar(scale, this.readout) : this.readout;
    this.element.append(this.zoom.element, this.place, legend, this.tip.element);
    if (column)
      this.element.append(new BarList(session, events, { grouped: [column], usual: listed }).element);
  }

  picture(): ChartPicture {
    return worldPicture(this.chart, this.zoom.plane);
  }

  private show(plane: MapPlane): void {
    const parts = [...worldMarks(this.chart, plane), ...circleLegend(this.chart)];
    this.place.innerHTML = writeSvg({ ...mapSize, title: this.summary, parts }, screenPalette);
  }

  private listen(): void {
    const { place, tip, readout } = this;
    const { spots, scale } = this.chart;
    const spotOf = ({ target }: Event) =>
      target instanceof Element
        ? spots.get(target.closest('[data-mark]')?.getAttribute('data-mark') ?? '')
        : undefined;
    place.addEventListener('pointermove', event => {
      const spot = spotOf(event);
      if (!spot) return tip.hide();
      const value = valueOf(spot);
      const number = value === null ? undefined : shortNumber(value, scale.quantity);
      const said = `${spot.name}: ${number ?? (spot.total ? strings.noValue : strings.noData)}`;
      readout.textContent = said;
      tip.show(pointerAt(event), said);
    });
    place.addEventListener('pointerleave', () => tip.hide());
    const open = (event: MouseEvent) => {
      const part = spotOf(event)?.total?.parts[0];
      openMenuAt(event, place, part ? valueEntries(this.session, part) : []);
    };
    place.addEventListener('click', open);
    place.addEventListener('contextmenu', open);
  }
}

/** The colours of the theme on the screen: they change with it. */
const screenColors: Readonly<Partial<Record<ChartPaint, string>>> = {
  land: 'rgba(128, 128, 128, 0.15)',
  line: 'var(--vscode-contrastBorder, rgba(128, 128, 128, 0.6))',
  series0: 'var(--vscode-charts-blue, #3794ff)',
  series3: 'var(--vscode-charts-purple, #b180d7)',
  text: 'var(--vscode-foreground)',
};

const screenPalette: Palette<ChartPaint> = {
  font: 'inherit',
  colorOf: paint => screenColors[paint] ?? 'none',
  hatched: chartHatched,
};
