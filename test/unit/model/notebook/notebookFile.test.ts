import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printNotebook, type NotebookFile } from '../../../../src/model/notebook/notebookFile.js';
import {
  NotebookFileError,
  parseNotebook,
  readNotebook,
} from '../../../../src/model/notebook/readNotebook.js';

/** Values that JSON can hold, with field names that are special to JavaScript among them. */
const fieldName = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'connection'),
);
const extra = (...claimed: string[]) =>
  fc
    .array(fc.tuple(fieldName, fc.jsonValue()), { maxLength: 4 })
    .map(fields => Object.fromEntries(fields.filter(([name]) => !claimed.includes(name))))
    // JSON has no minus zero.
    .map(fields => JSON.parse(JSON.stringify(fields)) as Record<string, unknown>);

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('a', '\n', '\r\n', '\r', '', '\u2028')).map(parts => parts.join('')),
);

const resultValue = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
/** Results as they are stored, and whatever else may stand in their place. */
const storedResult = fc
  .oneof(
    fc.jsonValue(),
    fc.record({
      columns: fc.array(fc.record({ name: fc.string(), kind: fc.constant('value') })),
      rows: fc.array(fc.oneof(fc.array(resultValue), fc.jsonValue())),
      query: fc.jsonValue(),
    }),
  )
  .map(result => JSON.parse(JSON.stringify({ result })) as object);

const notebookFile: fc.Arbitrary<NotebookFile> = fc.record({
  cells: fc.array(
    fc.record({
      kind: fc.constantFrom('markdown' as const, 'query' as const),
      text,
      extra: fc
        .tuple(extra('kind', 'text'), fc.option(storedResult, { nil: {} }))
        .map(([fields, result]) => ({ ...fields, ...result })),
    }),
  ),
  extra: extra('version', 'cells'),
});

const refusal = (content: string | Uint8Array): string => {
  try {
    readNotebook(typeof content === 'string' ? new TextEncoder().encode(content) : content);
    return 'opened';
  } catch (error) {
    return error instanceof NotebookFileError ? error.code : String(error);
  }
};

describe('a notebook file', () => {
  it('reads back everything it printed', () => {
    fc.assert(
      fc.property(notebookFile, file => {
        expect(parseNotebook(printNotebook(file))).toEqual(file);
      }),
    );
  });

  it('prints the same text after reading it', () => {
    fc.assert(
      fc.property(notebookFile, file => {
        const printed = printNotebook(file);
        expect(printNotebook(parseNotebook(printed))).toBe(printed);
      }),
    );
  });

  it('puts each line of a cell on its own line', () => {
    const cell = { kind: 'query' as const, text: '{\n  "a": 1\n}', extra: { folded: true } };
    expect(printNotebook({ cells: [cell], extra: { connection: 'office' } }).split('\n')).toEqual([
      '{',
      '  "version": 1,',
      '  "connection": "office",',
      '  "cells": [',
      '    {',
      '      "kind": "query",',
      '      "folded": true,',
      '      "text": [',
      '        "{",',
      String.raw`        "  \"a\": 1",`,
      '        "}"',
      '      ]',
      '    }',
      '  ]',
      '}',
      '',
    ]);
  });

  it('puts each row of a stored result on its own line, after the text', () => {
    const result = {
      ranAt: '2026-11-20T08:00:00Z',
      columns: [{ name: 'host', kind: 'dimension' }],
      rows: [['a'], ['b']],
    };
    const cell = { kind: 'query' as const, text: '{}', extra: { result, name: 'hosts' } };
    expect(
      printNotebook({ cells: [cell], extra: {} })
        .split('\n')
        .slice(3, -3),
    ).toEqual([
      '    {',
      '      "kind": "query",',
      '      "name": "hosts",',
      '      "text": [',
      '        "{}"',
      '      ],',
      '      "result": {',
      '        "ranAt": "2026-11-20T08:00:00Z",',
      '        "columns": [',
      '          {"name":"host","kind":"dimension"}',
      '        ],',
      '        "rows": [',
      '          ["a"],',
      '          ["b"]',
      '        ]',
      '      }',
      '    }',
    ]);
  });

  it('writes its fields in one order, whatever was changed last', () => {
    const cell = { kind: 'query' as const, text: '{}' };
    const one = {
      cells: [{ ...cell, extra: { other: 1, refreshSeconds: 5, name: 'a' } }],
      extra: { variables: {}, other: 1, timeRange: 'today', connection: 'office' },
    };
    const same = {
      cells: [{ ...cell, extra: { name: 'a', other: 1, refreshSeconds: 5 } }],
      extra: { connection: 'office', timeRange: 'today', variables: {}, other: 1 },
    };
    expect(printNotebook(one)).toBe(printNotebook(same));
  });

  it('lets no unknown field replace what the format claims', () => {
    const cell = { kind: 'query' as const, text: 'x', extra: { kind: 'markdown', text: 'y' } };
    const printed = printNotebook({ cells: [cell], extra: { version: 9, cells: [] } });
    expect(parseNotebook(printed)).toEqual({ cells: [{ ...cell, extra: {} }], extra: {} });
  });

  it('keeps every digit of an integer that a person wrote, as text', () => {
    const text =
      '{ "version": 1, "cells": [], "variables": { "id": { "value": 9007199254740993, "least": 1 } } }';
    expect(parseNotebook(text).extra).toEqual({ variables: { id: { value: '9007199254740993', least: 1 } } });
  });

  it('takes a blank file for an empty notebook', () => {
    for (const blank of ['', ' \n\t', '\uFEFF', '\uFEFF\n']) {
      expect(readNotebook(new TextEncoder().encode(blank))).toEqual({ cells: [], extra: {} });
    }
  });

  it('takes text of a cell as one string too', () => {
    const file = parseNotebook('{"version":1,"cells":[{"kind":"markdown","text":"a\\nb"}]}');
    expect(file.cells[0]?.text).toBe('a\nb');
  });
});

describe('a file that is no notebook', () => {
  it.each([
    ['half of a file', '{"version": 1, "cells": [', 'notJson'],
    ['merge conflict markers', '{\n<<<<<<< HEAD\n"version": 1\n=======\n>>>>>>> other\n}', 'mergeConflict'],
    ['another kind of JSON', '[]', 'notNotebook'],
    ['null', 'null', 'notNotebook'],
    ['a Jupyter notebook', '{"nbformat": 4, "cells": []}', 'notNotebook'],
    ['a later version', '{"version": 2, "cells": []}', 'newerVersion'],
    ['an impossible version', '{"version": 0.5, "cells": []}', 'notNotebook'],
    ['a cell of another kind', '{"version": 1, "cells": [{"kind": "raw", "text": ""}]}', 'notNotebook'],
    ['a cell without text', '{"version": 1, "cells": [{"kind": "query"}]}', 'notNotebook'],
    [
      'a cell whose text is a number',
      '{"version": 1, "cells": [{"kind": "query", "text": [1]}]}',
      'notNotebook',
    ],
    ['only zeros', '\0\0\0\0', 'notJson'],
  ])('refuses %s', (_name, content, code) => {
    expect(refusal(content)).toBe(code);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(refusal(new Uint8Array([0xff, 0xfe, 0x7b, 0x00]))).toBe('notText');
  });

  it('never becomes an empty notebook, whatever its bytes are', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1 }),
      fc.json().map(json => new TextEncoder().encode(json)),
      fc.tuple(notebookFile, fc.nat()).map(([file, cut]) => {
        const whole = new TextEncoder().encode(printNotebook(file));
        return whole.slice(0, 1 + (cut % (whole.length - 2)));
      }),
    );
    fc.assert(
      fc.property(bytes, content => {
        const isBlank = /^\s*$/.test(new TextDecoder().decode(content));
        expect(refusal(content) === 'opened').toBe(isBlank);
      }),
      { numRuns: 1000 },
    );
  });
});
