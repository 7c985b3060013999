import type { Plugin } from 'esbuild';

export declare const leanPlot: Plugin;
