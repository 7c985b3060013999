import * as l10n from '@vscode/l10n';
import { fileNameOf } from 'netsensor-contract/text/plainText';
import { resultCsv } from '../model/results/resultText.js';
import type { TableQuestion } from '../model/tables/tableMessages.js';
import type { TableType } from '../model/tables/tableType.js';
import { saveFile } from '../ui/saveFile.js';
import { tableTitle } from '../words/tableWords.js';

/** Asks for a file and writes the cells of a table to it as CSV, as they are seen. @param connection what it is called */
export async function exportTable(
  { columns }: TableQuestion & { type: 'export' },
  { type, connection }: { readonly type: TableType; readonly connection: string | undefined },
): Promise<void> {
  const rowCount = columns[0]?.values.length ?? 0;
  const table = {
    columns: columns.map(column => ({ ...column, kind: 'dimension' as const })),
    rowCount,
    totalRows: rowCount,
  };
  await saveFile({
    name: fileNameOf(`${tableTitle(type)} ${connection ?? ''}`),
    ending: 'csv',
    title: l10n.t('Export {0}', tableTitle(type)),
    content: () => new TextEncoder().encode(resultCsv(table)),
  });
}
