import { repositoryPath } from '../host/repositoryPath.js';
import { useWorkbench } from './useWorkbench.js';

describe('the packaged extension', () => {
  const window = useWorkbench(() => ({ vsix: repositoryPath('out', 'netsensor.vsix') }));

  it('greets a user who has no manager yet', async () => {
    const workbench = window();
    await workbench.openView('Netsensor');
    await workbench.page.getByRole('button', { name: 'Add Manager' }).waitFor();
  });
});
