import { describe, expect, it, vi } from 'vitest';
import type { RendererMessage } from '../../../src/model/results/pageQuestions.js';
import { strings } from '../../../src/renderer/strings.js';
import { useCanvas } from './useCanvas.js';
import { column, settle, table, useRenderer } from './useRenderer.js';

const renderer = useRenderer();
const canvas = useCanvas();
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'];
const facts = {
  queryType: 'timeseries',
  dimensions: [],
  inTree: [],
  isBucketed: true,
  measures: [{ name: 'bytes', unit: 'bytes', isSum: true }],
  bucketLength: 3_600_000,
};

/** A chart whose options of its axis are open. */
async function drawOpen(settings: object = {}) {
  const result = table(column('timestamp', 'time', ...times), column('bytes', 'value', 3600, 7200));
  const shown = renderer.draw({ ...result, id: 'result', facts, settings: { view: 'line', ...settings } });
  await vi.waitFor(() => expect(shown.root.querySelector('.axis')).not.toBeNull(), 10_000);
  const form = () => shown.root.querySelector<HTMLDetailsElement>('.axis')!;
  // What is pressed next may come before the browser tells of it.
  form().open = true;
  const field = (name: string) => form().querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)!;
  const type = async (name: string, text: string, key?: string) => {
    field(name).value = text;
    field(name).dispatchEvent(
      key ? new KeyboardEvent('keydown', { key, bubbles: true }) : new Event('change'),
    );
    await settle();
    await settle();
  };
  const press = async (name: string) => {
    [...form().querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name))?.click();
    await settle();
    await settle();
  };
  const chips = () => [...form().querySelectorAll('.chip')].map(({ textContent }) => textContent);
  return {
    form,
    field,
    type,
    press,
    chips,
    problem: () => form().querySelector('[role=alert]')?.textContent,
  };
}

const kept = () =>
  renderer
    .posted()
    .flatMap((message: RendererMessage) =>
      message.type === 'settings' ? [message.settings.columns?.[0]?.axis] : [],
    )
    .at(-1);

describe('the axis of a chart', () => {
  const { axis } = strings;

  it('is logarithmic when that is chosen, stays open, and is kept with its column', async () => {
    const { form, press } = await drawOpen();
    await press(axis.logarithmic);
    expect([form().open, kept()?.isLogarithmic]).toEqual([true, true]);
    expect(canvas.written.slice(-8)).toContain('5 kB');
    await press(axis.logarithmic);
    expect(kept()?.isLogarithmic).toBe(false);
  });

  it('has the limits that are typed, until they are emptied; what is none is said and changes nothing', async () => {
    const { field, type, problem } = await drawOpen();
    await type(axis.max, '20k');
    await type(axis.min, '1 k');
    expect([kept()?.min, kept()?.max, field(axis.max).value, field(axis.min).value]).toEqual([
      1000,
      20_000,
      '20 k',
      '1 k',
    ]);
    await type(axis.min, '30k');
    expect([problem(), field(axis.min).getAttribute('aria-invalid'), kept()?.min]).toEqual([
      strings.minOverMax,
      'true',
      1000,
    ]);
    await type(axis.min, 'ten');
    expect([problem(), kept()?.min]).toEqual([strings.notNumber, 1000]);
    await type(axis.min, '');
    expect([kept()?.min, problem()]).toEqual([undefined, '']);
  });

  it('has thresholds with what they are called, in the unit that is drawn, and loses them again', async () => {
    const { field, type, press, chips, problem } = await drawOpen({ rate: 'bits' });
    await press(axis.add);
    expect(problem()).toBe(strings.notNumber);
    field(axis.label).value = ' line <b> ';
    await type(axis.threshold, '10', 'Enter');
    await type(axis.threshold, '14', 'Enter');
    expect(chips()).toEqual(['line <b> 10 bit/s ×', '14 bit/s ×']);
    expect(kept()).toMatchObject({
      rate: 'bits',
      thresholds: [{ value: 10, label: 'line <b>' }, { value: 14 }],
    });
    expect(canvas.written).toContain('line <b> 10 bit/s');
    await press('line');
    expect(chips()).toEqual(['14 bit/s ×']);
  });
});
