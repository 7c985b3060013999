import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defusedCsv, hasTellingKeys, maskedKey, maskUserKeys } from '../../../../src/model/text/userKeys.js';
import { parseCsv } from 'netsensor-contract/text/csvText';
import { runs } from '../../../support/depth.js';
import { spreadsheetHabits, spreadsheetText } from '../../../support/spreadsheetText.js';

describe('the user list as CSV', () => {
  const published =
    'Name,Email,ID,Login,Admin,Enabled,Authentication_token,Sensor_ID\n' +
    'John Doe,user@example.net,5,User,true,true,M4X5c4xhwYbPZ3s5xzHU,472\n';

  it('is shown without the keys', () => {
    expect(maskUserKeys(published)).toBe(published.replace('M4X5c4xhwYbPZ3s5xzHU', maskedKey));
  });

  it('is shown without the keys when no column is named after them', () => {
    expect(maskUserKeys('Name,T\nJohn Doe,M4X5c4xhwYbPZ3s5xzHU\n')).toBe(`Name,T\nJohn Doe,${maskedKey}\n`);
  });

  it('is shown without the keys when it has no header', () => {
    expect(maskUserKeys('John Doe,M4X5c4xhwYbPZ3s5xzHU\n')).not.toContain('M4X5');
  });

  const known = {
    keys: ['-short-key', 'abcdefghijklmnopqrst'],
    names: ['john_smith_2024_admin', 'Ana'],
  };

  it('is shown without keys in any place and under any name, and with every name that looks like one', () => {
    const text =
      'Nombre;Usuario;Clave;Enlace\n' +
      'Ana;john_smith_2024_admin;-short-key;https://m/?auth_token=abcdefghijklmnopqrst&x=1\n' +
      'Luz;luz;renewed-meanwhile;\n';
    expect(maskUserKeys(text, known)).toBe(
      'Nombre;Usuario;Clave;Enlace\n' +
        `Ana;john_smith_2024_admin;${maskedKey};https://m/?auth_token=${maskedKey}&x=1\n` +
        `Luz;luz;${maskedKey};\n`,
    );
  });

  it('stays as it was sent where it holds neither a key nor a formula', () => {
    const text = '\ufeff"Name";"Sensor_ID"\r\n"Ana";-5\r\n\r\n';
    expect(maskUserKeys(text, known)).toBe(text);
    expect(defusedCsv(text)).toBe(text);
  });

  it('holds nothing that a spreadsheet runs, and the keys of a file as they are', () => {
    const key = '-4X5c4xhwYbPZ3s5xzHU';
    const text = `Name,Key,Sensor_ID\n"=HYPERLINK(""http://x"")",${key},-5\n＠SUM(A1),,\n`;
    expect(defusedCsv(text)).toBe(
      `Name,Key,Sensor_ID\n"'=HYPERLINK(""http://x"")",${key},-5\n'＠SUM(A1),,\n`,
    );
    expect(maskUserKeys(text)).toContain(`"'=HYPERLINK(""http://x"")",${maskedKey},-5\n`);
  });

  it('tells its keys where the known one is there, and nothing else looks like one', () => {
    const own = 'M4X5c4xhwYbPZ3s5xzHU';
    expect(hasTellingKeys(`Nom;Clé\nAna;${own}\nLuz;other-key-without-digit\n`, own)).toBe(true);
    expect(hasTellingKeys(`Nom;Login;Clé\nAna;john_smith_2024_admin;${own}\n`, own)).toBe(false);
    expect(hasTellingKeys('Nom;Clé\nAna;other-key-without-digit\n', own)).toBe(false);
    expect(hasTellingKeys('Name,Email\nAna,ana@example.net\n', own)).toBe(true);
  });

  const cell = fc.oneof(
    fc.constantFrom('=1', '-x', 'Ana', 'a;b', '"', 'luz@example.net'),
    fc.string({ unit: 'grapheme', maxLength: 8 }).filter(text => !/key/i.test(text)),
  );
  const secret = fc.stringMatching(/^[A-Za-z0-9_-]{20}$/);

  it('never shows a key that is known, whatever a spreadsheet makes of the file', () => {
    const users = fc.array(fc.tuple(cell, secret, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(users, fc.nat(2), spreadsheetHabits, (rows, place, habits) => {
        const moved = rows.map(([name, key, login]) => [name, login].toSpliced(place, 0, key));
        const header = ['Nombre', 'Login'].toSpliced(place, 0, 'Clave');
        const masked = maskUserKeys(spreadsheetText([header, ...moved], habits), {
          keys: rows.map(([, key]) => key),
          names: [],
        });
        for (const [, key] of rows) expect(masked).not.toContain(key);
        for (const { cells } of parseCsv(masked))
          for (const each of cells) expect(each).not.toMatch(/^[=+\-@]\D/);
      }),
      { numRuns: runs({ broad: 100, deep: 5_000 }) },
    );
  });
});
