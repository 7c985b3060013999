import { hastenReads, hastenSettling } from '../support/skipPause.js';

hastenSettling();
hastenReads();
