import { expect, it, vi } from 'vitest';
import { ownedOnce } from '../../../src/ui/loadedOnce.js';

it('ends what was loaded with its owner, and what is still loading then as soon as it is there', async () => {
  const dispose = vi.fn();
  const loaded = ownedOnce(async () => ({ dispose }));
  await loaded.get();
  expect(dispose).not.toHaveBeenCalled();
  loaded.dispose();
  expect(dispose).toHaveBeenCalledOnce();

  const late = vi.fn();
  const loading = ownedOnce(async () => ({ dispose: late }));
  const asked = loading.get();
  loading.dispose();
  await asked;
  expect(late).toHaveBeenCalledOnce();
});
