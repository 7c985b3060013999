import type { BuildOptions } from 'esbuild';

export declare const managerBundle: BuildOptions;
