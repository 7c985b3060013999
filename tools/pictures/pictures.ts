import type { OpenWorkbenchOptions } from '../../test/e2e/openWorkbench.js';
import type { Workbench } from '../../test/e2e/workbench.js';

/** One picture of the README: what is on the screen when it is taken. */
export interface Picture {
  /** Of the file in `media/screenshots/`, without `.png`. */
  readonly name: string;
  /** Whether a local manager with fresh data is connected. */
  readonly needsManager: boolean;
  readonly window?: Omit<OpenWorkbenchOptions, 'manager'>;
  arrange(workbench: Workbench): Promise<void>;
}

/** Every picture that `npm run screenshots` takes. */
export const pictures: readonly Picture[] = [
  {
    name: 'welcome',
    needsManager: false,
    arrange: async workbench => {
      await workbench.openView('Netsensor');
      await workbench.page.getByRole('button', { name: 'Add Manager', exact: true }).waitFor();
    },
  },
];
