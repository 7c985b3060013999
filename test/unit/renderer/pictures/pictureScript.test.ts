import { expect, it, vi } from 'vitest';
import type { Inert } from '../../../../src/words/inert.js';
import { picturePage } from '../../../../src/pictures/pictureHtml.js';

it('says that a page could not be loaded, and asks for it once more where the user wants that', async () => {
  const subject = { connectionId: 'lab', kind: 'missing' };
  const entry = { source: () => Promise.reject(new Error()) };
  const parts = { title: 'Picture' as Inert, kind: entry, subject, script: '', nonce: '' };
  const { body } = new DOMParser().parseFromString(picturePage(parts), 'text/html');
  document.body.replaceChildren(...body.childNodes);
  Object.assign(document.body.dataset, body.dataset);
  const postMessage = vi.fn();
  vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage }));
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync = vi.fn();
    },
  );
  Object.assign(document, { adoptedStyleSheets: [] });
  await import('../../../../src/renderer/pictures/pictureScript.js');
  const failed = document.querySelector<HTMLElement>('#failed')!;
  expect(failed.hidden).toBe(false);
  expect(failed.querySelector('#sentence')?.textContent).toBe('The picture could not be made.');
  expect(document.querySelector('#status')?.textContent).toBe('');
  failed.querySelector('button')?.click();
  expect(postMessage.mock.calls).toEqual([[{ type: 'reload' }]]);
  vi.unstubAllGlobals();
  delete document.body.dataset['subject'];
  delete document.body.dataset['failed'];
});
