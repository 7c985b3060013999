import type { Plugin } from 'esbuild';

export declare const minifiedCss: Plugin;
