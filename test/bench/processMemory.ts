import { readFile } from 'node:fs/promises';

const mebibyte = 2 ** 20;

/** Bytes of memory that another process has, or had at most since its peak was set back: lines of proc(5), status. */
export async function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

/** MiB with one digit. */
export const mebibytes = (bytes: number): number => Number((bytes / mebibyte).toFixed(1));
