import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCanvas } from './useCanvas.js';

const canvas = useCanvas();
const host = { postMessage: vi.fn(), getState: vi.fn(), setState: vi.fn() };
const scrollTo = vi.fn();

/** Loads the script of the details into a page about a node. */
async function open(node: string): Promise<void> {
  document.body.innerHTML =
    '<a href="#there" data-command="3"><b>North</b></a><div id="traffic"></div><p id="said"></p>';
  Object.assign(document.body.dataset, { drawing: '5', node });
  vi.resetModules();
  await import('../../../src/renderer/detailsScript.js');
}

beforeEach(() => {
  for (const call of Object.values(host)) call.mockReset();
  scrollTo.mockReset();
  host.getState.mockReturnValue('lab/North');
  vi.stubGlobal('acquireVsCodeApi', () => host);
  vi.stubGlobal('scrollTo', scrollTo);
});
afterEach(() => {
  delete document.body.dataset['drawing'];
  delete document.body.dataset['node'];
});

it('the page of details tells which one it is, and which of its links is clicked', async () => {
  await open('lab/North');
  expect(host.postMessage.mock.calls).toEqual([[{ drawing: 5 }]]);
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('b')?.dispatchEvent(click);
  expect(host.postMessage).toHaveBeenLastCalledWith({ drawing: 5, command: 3 });
  expect(click.defaultPrevented).toBe(true);
});

it('the page of details draws the traffic of its node, and says it', async () => {
  vi.spyOn(document.body, 'clientWidth', 'get').mockReturnValue(400);
  await open('lab/North');
  const data = { times: [60, 120, 180], bytes: [1, 2_500_000, 3], said: '2.5 MB in all' };
  globalThis.dispatchEvent(new MessageEvent('message', { data }));
  expect(document.querySelector('#said')?.textContent).toBe('2.5 MB in all');
  expect(document.querySelector('#traffic')?.getAttribute('aria-label')).toBe('2.5 MB in all');
  expect(document.querySelector('#traffic canvas')).not.toBeNull();
  await vi.waitFor(() => expect(canvas.written).toContain('2.5 MB'));
});

it('the page of details begins at its heading for another node, and stays where it was read for the same', async () => {
  await open('lab/North');
  globalThis.dispatchEvent(new Event('load'));
  expect(host.setState).not.toHaveBeenCalled();
  await open('lab/South');
  expect(host.setState).toHaveBeenCalledWith('lab/South');
  globalThis.dispatchEvent(new Event('load'));
  await vi.waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 0));
});
