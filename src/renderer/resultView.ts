import type { ViewName } from '../model/results/viewSettings.js';
import type { ChartView } from './charts/chartView.js';
import { resultCaption } from '../model/results/caption.js';
import { CaptionView } from './captionView.js';
import { button, element } from './element.js';
import { exportEntries } from './exportMenu.js';
import { FilterBar } from './grid/filterBar.js';
import { giveFocus, keptFocus } from './keptFocus.js';
import { openMenu } from './menu.js';
import { NarrowBar } from './narrowBar.js';
import { optionBar } from './optionBar.js';
import { ownWheel } from './ownWheel.js';
import { ResultGrid } from './grid/resultGrid.js';
import type { Session } from './session.js';
import { strings } from './strings.js';
import { ViewBar } from './viewBar.js';
import { chosenView, isOverTime, possibleViews } from '../model/charts/viewChoice.js';

/** A result on the page: what it is, the views to choose from, and the chosen one. */
export class ResultView {
  private readonly caption = element('span', {
    className: 'caption',
    attributes: { id: 'caption' },
  });
  private readonly spoken = element('span', { className: 'spoken', attributes: { 'aria-live': 'polite' } });
  private readonly told = element('span', { className: 'told', attributes: { role: 'status' } });
  private readonly options = element('span', { className: 'option-place' });
  private readonly main = element('div', { className: 'main' });
  private readonly filterBar: FilterBar;
  private readonly filterButton: HTMLButtonElement;
  private readonly viewBar: ViewBar;
  private readonly narrowBar: NarrowBar;
  private readonly views: readonly ViewName[];
  private readonly theme = new MutationObserver(() => this.chart?.drawing.draw?.());
  private shown: ViewName = 'table';
  private grid: ResultGrid | undefined;
  private chart: ChartView | undefined;
  /** What is shown, above it. */
  private title: CaptionView | undefined;
  /** Counts what was asked to be shown, so that only the last one is. */
  private turn = 0;

  constructor(
    private readonly root: ShadowRoot,
    private readonly session: Session,
    private readonly stale: HTMLElement,
  ) {
    this.views = possibleViews(session);
    this.viewBar = new ViewBar(this.views, view => this.choose(view));
    this.filterBar = new FilterBar(session, () => void this.grid?.order());
    this.filterButton = button(strings.filter, () => this.toggleFilters(), {
      attributes: { 'aria-expanded': 'false' },
    });
    const bar = element('div', { className: 'bar' }, this.viewBar.element, this.viewBar.list);
    this.narrowBar = new NarrowBar(bar, session);
    bar.append(this.narrowBar.opener, this.options, this.filterButton);
    if (session.isConnected) bar.append(this.exportButton(), ...this.tabButton());
    bar.append(this.caption, this.spoken, this.told);
    const result = element('div', { className: 'result' }, bar, this.filterBar.element, this.main);
    result.addEventListener('keydown', event => this.onKey(event));
    ownWheel(result);
    root.append(result);
    session.rows.onDidLoad = () => this.onDidLoad();
    session.onDidReadBeside = () => void this.showBeside();
  }

  /** Fulfilled when the chosen view is drawn. */
  async start(): Promise<void> {
    this.theme.observe(document.body, { attributes: true, attributeFilter: ['class', 'style'] });
    const { focus, height = 0 } = this.session.look;
    this.main.style.minHeight = `${height}px`;
    const shown = this.show(chosenView(this.session));
    // A table is there at once.
    if (this.shown === 'table') giveFocus(this.root, focus);
    await shown;
    // How many rows there are is said when the run ends; from now on, how many pass a filter.
    this.caption.setAttribute('role', 'status');
    if (this.shown !== 'table') giveFocus(this.root, focus);
  }

  /** Keeps how it is looked at now for what is drawn in its place. */
  keepLook(): void {
    this.grid?.keepPlace();
    this.session.look.focus = keptFocus(this.root);
  }

  /** Says above what is shown that it is from before a change, as long as it is. */
  markStale(isStale: boolean): void {
    if (isStale) this.main.before(this.stale);
    else this.stale.remove();
  }

  /** Calls it as its cell is called now. */
  rename(): void {
    this.title?.draw();
  }

  dispose(): void {
    this.turn += 1;
    this.theme.disconnect();
    this.narrowBar.dispose();
    this.clear();
    this.root.replaceChildren();
  }

  private choose(view: ViewName): void {
    if (view === this.shown) return;
    this.session.change({ view });
    void this.show(view);
  }

  private async show(view: ViewName): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    // What is below keeps its place until all rows and the charts are there.
    this.main.style.minHeight = `${this.main.offsetHeight}px`;
    this.shown = view;
    this.tell('');
    this.viewBar.show(view);
    this.clear();
    this.filterButton.hidden = view !== 'table';
    this.showFilters(view === 'table' && (this.session.look.isFiltering ?? this.session.isFiltered));
    this.drawOptions();
    this.drawCaption();
    if (view === 'table') return this.showGrid();
    if (!this.session.rows.isComplete) {
      this.main.replaceChildren(element('div', { className: 'note', text: strings.loadingRows }));
      await this.session.rows.loadAll();
    }
    // A table is drawn before any chart is loaded.
    const { makeChart } = await import('./charts/makeChart.js');
    if (turn !== this.turn) return;
    const chart = await makeChart(view, this.session, {
      announce: sentence => this.announce(sentence),
      onDidChoose: () => void this.showOthers(),
    });
    if (turn !== this.turn) return chart.drawing.dispose?.();
    this.main.replaceChildren(chart.element);
    this.chart = chart;
    this.title = chart.caption;
    chart.drawing.draw?.();
    this.keepHeight();
  }

  /** Draws again from within the drawing, whose button keeps the focus. */
  private async showOthers(): Promise<void> {
    const focus = keptFocus(this.root);
    const isInForm = this.root.activeElement?.closest('.axis');
    await this.show(this.shown);
    if (isInForm) giveFocus(this.root, focus);
    else this.main.querySelector<HTMLElement>('.largest button')?.focus();
  }

  /** Draws again what other rows are drawn beside, but not under a mouse that is dragging; the focus stays. */
  private async showBeside(): Promise<void> {
    if (!this.chart || !isOverTime(this.shown)) return;
    if (this.main.matches(':active')) {
      return window.addEventListener('mouseup', () => void this.showBeside(), { once: true });
    }
    const hadFocus = this.main.querySelector('.plot')?.matches(':focus') ?? false;
    await this.show(this.shown);
    if (hadFocus) this.main.querySelector<HTMLElement>('.plot')?.focus();
  }

  private showGrid(): void {
    const grid = new ResultGrid(this.session, {
      onDidOrder: () => this.drawCaption(),
      onWantsFilter: column => this.editFilter(column),
      announce: sentence => this.announce(sentence),
    });
    this.grid = grid;
    grid.element.setAttribute('aria-labelledby', this.caption.id);
    const { session } = this;
    this.title = new CaptionView(() => resultCaption({ ...session.output, name: session.name }, session));
    const parts = [this.title.element, grid.common, grid.element, grid.statistics.element];
    this.main.replaceChildren(element('figure', {}, ...parts));
    grid.start();
    this.keepHeight();
    this.drawCaption();
  }

  /** For what is drawn next, which may wait for its rows. */
  private keepHeight(): void {
    this.main.style.minHeight = '';
    this.session.look.height = this.main.offsetHeight;
  }

  private clear(): void {
    this.grid?.keepPlace();
    this.grid?.dispose();
    this.chart?.drawing.dispose?.();
    this.grid = undefined;
    this.chart = undefined;
    this.title = undefined;
    this.main.replaceChildren();
  }

  private drawOptions(): void {
    this.options.replaceChildren(
      optionBar(this.session, this.shown, () => {
        if (this.shown !== 'table') return void this.show(this.shown);
        this.title?.draw();
        // Other times are found in another zone.
        if (this.session.isFiltered) void this.grid?.order();
        else this.grid?.redraw();
      }),
    );
  }

  private drawCaption(): void {
    const { rows, output } = this.session;
    const shown = this.grid?.model.count ?? rows.count;
    if (rows.isGone && shown === rows.count) this.caption.textContent = strings.gone;
    else if (rows.count < output.totalRows)
      this.caption.textContent = strings.cut(rows.count, output.totalRows);
    else if (shown === 0) this.caption.textContent = strings.nothingPasses;
    else
      this.caption.textContent =
        shown < rows.count ? strings.filtered(shown, rows.count) : strings.rows(shown);
    this.narrowBar.fold();
  }

  private onDidLoad(): void {
    this.grid?.showLoaded();
    if (!this.session.rows.isGone) return;
    this.drawCaption();
    this.announce(strings.gone);
  }

  private toggleFilters(): void {
    const isOpen = this.filterBar.element.hidden !== false;
    this.session.look.isFiltering = isOpen;
    this.showFilters(isOpen);
    if (isOpen) this.filterBar.element.querySelector('input')?.focus();
  }

  private editFilter(column: string): void {
    this.session.look.isFiltering = true;
    this.showFilters(true);
    this.filterBar.edit(column);
  }

  private showFilters(isOpen: boolean): void {
    this.filterBar.element.hidden = !isOpen;
    this.filterButton.setAttribute('aria-expanded', String(isOpen));
  }

  private exportButton(): HTMLButtonElement {
    const entries = () => exportEntries(this.session, this.chart, sentence => this.tell(sentence));
    const attributes = { 'aria-haspopup': 'menu' };
    const open = () => {
      this.tell('');
      openMenu(opener, entries());
    };
    const opener = button(strings.export, open, { attributes });
    return opener;
  }

  private tabButton(): HTMLButtonElement[] {
    const { session } = this;
    if (session.output.isInTab) return [];
    return [button(strings.openTab, () => session.post({ type: 'tab', settings: session.settings }))];
  }

  private announce(sentence: string): void {
    this.spoken.textContent = sentence;
  }

  /** Says what has become of something, to be seen as well. */
  private tell(sentence: string): void {
    this.told.textContent = sentence;
  }

  private onKey(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const isPress = event.target instanceof HTMLButtonElement && ['Enter', ' '].includes(event.key);
    // The editor would take the key for itself.
    if ((isTyping && !isEditorKey(event)) || isPress) return event.stopPropagation();
    if (isTyping) return;
    if (event.key.toLowerCase() !== 'v' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? this.views.length - 1 : 1;
    const next = this.views[(this.views.indexOf(this.shown) + step) % this.views.length];
    if (next === undefined) return;
    this.choose(next);
    this.viewBar.focus();
  }
}

/** Whether keys are for the editor also while somebody types, such as those for saving. */
const isEditorKey = ({ ctrlKey, metaKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !/^([acvxyz]|Arrow.*|Home|End|Backspace|Delete)$/i.test(key);
