import { createServer } from 'node:net';
import { Failure } from './failure.js';

/** @throws {Failure} when another program listens on this port of 127.0.0.1; 0 stands for any port and is always free. */
export async function assertPortIsFree(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => reject(new Failure(`Port ${port} is taken; choose another with --port.`)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}
