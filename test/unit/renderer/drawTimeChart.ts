import type { TimeChartKind } from '../../../src/model/charts/time/seriesData.js';
import { TimeChart } from '../../../src/renderer/charts/time/timeChart.js';
import type { Session } from '../../../src/renderer/session.js';
import { noEvents } from './sessionsWith.js';

/** Draws a chart over time where `useCanvas` is used, and gives what a person finds in it and can do. */
export function drawTimeChart(session: Session, kind: TimeChartKind = 'line') {
  const said: string[] = [];
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  const chart = new TimeChart(session, kind, { ...noEvents, announce: sentence => said.push(sentence) });
  root.append(chart.element);
  chart.draw();
  const plot = root.querySelector<HTMLElement>('.plot');
  const press = (key: string) => plot?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const pressEntry = (entry: number, control?: MouseEventInit, key?: string) => {
    const init = { bubbles: true, cancelable: true, ...control };
    entries()[entry]?.dispatchEvent(
      key === undefined ? new MouseEvent('click', init) : new KeyboardEvent('keydown', { key, ...init }),
    );
  };
  const entries = () => [...root.querySelectorAll<HTMLElement>('.legend .entry')];
  const choose = (entry: number, label: string) => {
    entries()[entry]?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
    const items = [...root.querySelectorAll<HTMLElement>('[role=menuitem]')];
    items.find(({ textContent }) => textContent === label)?.click();
  };
  const buttons = (pressed?: number) => {
    const all = [...root.querySelectorAll<HTMLElement>('.zoom button')];
    if (pressed !== undefined) all[pressed]?.click();
    return all.map(({ textContent }) => textContent);
  };
  const menuAt = (clientY: number, label: string) => {
    plot?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, clientY }));
    choose(-1, label);
  };
  const tip = () => {
    const shown = root.querySelector<HTMLElement>('.tip');
    return shown?.hidden ? undefined : [...(shown?.children ?? [])].map(({ textContent }) => textContent);
  };
  return {
    said,
    press,
    tip,
    root,
    chart,
    plot,
    choose,
    pressEntry,
    buttons,
    menuAt,
    entries: () => entries().map(entry => entry.querySelector('.name')?.textContent),
    pressed: () => entries().map(entry => entry.getAttribute('aria-pressed')),
  };
}
