import {
  small,
  startLocalManager,
  type LocalManager,
  type LocalManagerOptions,
} from './startLocalManager.js';

/** Gives the tests of the enclosing `describe` one local manager with fresh data and little traffic, stopped after them. */
export function useLocalManager(options: LocalManagerOptions = {}): () => LocalManager {
  let manager: LocalManager | undefined;
  before('start the local manager', async function () {
    this.timeout(60_000);
    const { moreArguments = [] } = options;
    manager = await startLocalManager({ ...options, moreArguments: [...small(1), ...moreArguments] });
  });
  after('stop the local manager', () => manager?.stop());
  return () => {
    if (!manager) throw new Error('The manager runs only while tests run');
    return manager;
  };
}
