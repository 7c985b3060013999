import { hastenSettling } from '../support/skipPause.js';

hastenSettling();
