import { repositoryPath } from '../host/repositoryPath.js';

/** Where a run leaves pictures and logs of what failed in a window. */
export const failuresFolder = repositoryPath('out', 'failures');
