import { expect, it } from 'vitest';
import type { EndpointName } from './endpointTable.js';
import { belongsTo, exchanges } from './exchanges.js';

/** What a test shows of a row: that it does what the contract says, or that it refuses what it must. */
export type Proof = 'works' | 'refuses';

const statuses: Readonly<Record<Proof, (status: number) => boolean>> = {
  works: status => status >= 200 && status < 300,
  refuses: status => status >= 400,
};

/** The rows that have a test of each sort in this test file. */
export const proven: Readonly<Record<Proof, Set<EndpointName>>> = { works: new Set(), refuses: new Set() };

/**
 * A test that a row of the contract works. It fails unless it sends a request of that row that succeeds, and asserts
 * something.
 */
export function endpoint(name: EndpointName, statement: string, test: () => Promise<void>): void {
  prove('works', { name, statement, test });
}

/** A test that a row refuses bad input or a caller without the right; it fails unless such a request is refused. */
export function refusal(name: EndpointName, statement: string, test: () => Promise<void>): void {
  prove('refuses', { name, statement, test });
}

function prove(
  proof: Proof,
  { name, statement, test }: { name: EndpointName; statement: string; test: () => Promise<void> },
): void {
  proven[proof].add(name);
  it(`${name}: ${statement}`, async () => {
    expect.hasAssertions();
    const before = exchanges.length;
    await test();
    const own = exchanges.slice(before).filter(exchange => belongsTo(name, exchange));
    if (!own.some(({ status }) => statuses[proof](status))) {
      const seen = own.map(({ status }) => status).join(', ') || 'no request of this row';
      throw new Error(`The test does not show that "${name}" ${proof}; it saw ${seen}.`);
    }
  });
}
