import { dataSourceNames, dimensions, type DataSource } from 'netsensor-contract/query/dataSources';
import { sourceMetrics, type Metric, type QueryPart } from '../../model/queryEditing/queryParts.js';
import { valueFilter } from '../../model/query/queryEdit.js';
import { mostValues } from '../variables/liveValues.js';
import {
  isFresh,
  isSameScope,
  type DataQuestion,
  type DataQuestions,
  type DataScope,
} from './dataQuestions.js';

/** A row of the view; VS Code knows it by its `id`. */
export type DataRow = { readonly id: string } & (Notice | Fact);

/** What stands in the place of an answer, or above one. */
type Notice =
  | { readonly kind: 'noConnection' }
  | { readonly kind: 'unasked'; readonly question: DataQuestion }
  | { readonly kind: 'asking'; readonly question: DataQuestion; readonly scope: DataScope }
  /** What is shown is of another manager or time: that of the scope. */
  | { readonly kind: 'old'; readonly question: DataQuestion; readonly scope: DataScope }
  /** What is shown was asked some time ago. */
  | { readonly kind: 'aged'; readonly question: DataQuestion; readonly askedAt: number }
  | {
      readonly kind: 'failed';
      readonly question: DataQuestion;
      readonly scope: DataScope;
      readonly error: unknown;
    };

type Fact = { readonly dataSource: DataSource } & (
  | { readonly kind: 'source' }
  | { readonly kind: 'metric'; readonly metric: Metric }
  | ({ readonly kind: 'dimension' } & DimensionFacts)
  /** Holds the dimensions without a value in the range, in which there may be no row at all. */
  | {
      readonly kind: 'empty';
      readonly count: number;
      readonly rows: number;
      readonly scope: DataScope;
      readonly askedAt: number;
    }
  | {
      readonly kind: 'value';
      readonly dimension: string;
      /** Null stands for no value. */
      readonly value: string | null;
      readonly rows: number | undefined;
      readonly askedAt: number;
    }
  /** There are more values than are shown, or none. */
  | { readonly kind: 'more' | 'none'; readonly scope: DataScope }
);

interface DimensionFacts {
  readonly dimension: string;
  /** Of the rows in the range, how many have a value; undefined while it is not known. */
  readonly share?: { readonly filled: number; readonly rows: number; readonly askedAt: number } | undefined;
  /** Rows of all times that have a value; undefined while it is not known. */
  readonly ever?: number | undefined;
}

/** A row of a kind. */
export type RowOf<Kind extends DataRow['kind']> = Extract<DataRow, { readonly kind: Kind }>;

/** The four data sources. */
export const sourceRows = (): DataRow[] =>
  dataSourceNames.map(dataSource => ({ kind: 'source', id: dataSource, dataSource }));

/** What a row puts into a query; undefined for one that is none of its parts. */
export function partOf(row: DataRow): QueryPart | undefined {
  const { kind } = row;
  if (kind === 'metric') return { kind, dataSource: row.dataSource, metric: row.metric };
  if (kind === 'dimension') return { kind, dataSource: row.dataSource, dimension: row.dimension };
  if (kind !== 'value') return undefined;
  const { dataSource, dimension, value } = row;
  return { kind: 'filter', dataSource, dimension, value };
}

/** What a part is called outside of queries: its name, or for a value the filter by it. */
export function partText(part: QueryPart): string {
  if (part.kind === 'filter') return JSON.stringify(valueFilter(part));
  return part.kind === 'metric' ? part.metric.name : part.dimension;
}

/** What is asked for a row: when it is opened, or again. */
export function questionOf(row: DataRow): DataQuestion | undefined {
  if ('question' in row) return row.question;
  if (row.kind === 'source') return { kind: 'filled', dataSource: row.dataSource };
  if (row.kind !== 'dimension') return undefined;
  return { kind: 'values', dataSource: row.dataSource, dimension: row.dimension };
}

/** Makes rows of what is known. */
export class DataRows {
  /** @param scope where it would be asked now; undefined while there is no manager to ask */
  constructor(
    private readonly questions: DataQuestions,
    private readonly scope: () => DataScope | undefined,
  ) {}

  /** What is below a row. */
  below(row: DataRow): DataRow[] {
    if (row.kind === 'source') return this.ofSource(row);
    if (row.kind === 'empty') return this.ofEmpty(row);
    return row.kind === 'dimension' ? this.ofDimension(row) : [];
  }

  private ofSource({ id, dataSource }: RowOf<'source'>): DataRow[] {
    const question = { kind: 'filled', dataSource } as const;
    const { known } = this.questions.state(question);
    const empty = this.questions.emptyDimensions(dataSource);
    const metrics = sourceMetrics(dataSource).map((metric): DataRow => {
      return { kind: 'metric', id: `${id}/${metric.type} ${metric.name}`, dataSource, metric };
    });
    const filled = dimensions[dataSource].filter(name => !empty.includes(name));
    const shown = filled.map((dimension): DataRow => {
      if (!known) return dimensionRow(dataSource, dimension);
      const { facts, askedAt } = known;
      const share = { filled: facts.filled.get(dimension) ?? 0, rows: facts.rows, askedAt };
      return { ...dimensionRow(dataSource, dimension), share };
    });
    const rows = [...this.notices(id, question), ...metrics, ...shown];
    if (!known || empty.length === 0) return rows;
    const { scope, facts, askedAt } = known;
    const group = { id: `${id}/empty`, dataSource, count: empty.length, rows: facts.rows, scope, askedAt };
    return [...rows, { kind: 'empty', ...group }];
  }

  private ofEmpty({ id, dataSource, rows, askedAt }: RowOf<'empty'>): DataRow[] {
    const question = { kind: 'everFilled', dataSource } as const;
    const ever = this.questions.state(question).known?.facts.filled;
    const empty = this.questions.emptyDimensions(dataSource).map((dimension): DataRow => {
      const share = { filled: 0, rows, askedAt };
      return { ...dimensionRow(dataSource, dimension), share, ever: ever?.get(dimension) };
    });
    return [...this.notices(id, question), ...empty];
  }

  private ofDimension({ id, dataSource, dimension, share }: RowOf<'dimension'>): DataRow[] {
    const question = { kind: 'values', dataSource, dimension } as const;
    const notices = this.notices(id, question);
    const { known } = this.questions.state(question);
    if (!known) return notices;
    const { facts, scope, askedAt } = known;
    const shared = { kind: 'value', dataSource, dimension, askedAt } as const;
    const values = facts.map(({ value, rows }): DataRow => ({
      ...shared,
      id: `${id}/=${value}`,
      value,
      rows,
    }));
    const rows = share ? share.rows - share.filled : 0;
    const missing: DataRow[] = rows > 0 ? [{ ...shared, id: `${id}/null`, value: null, rows }] : [];
    const kind = facts.length >= mostValues ? 'more' : 'none';
    const isWhole = facts.length > 0 && kind === 'none';
    const note: DataRow[] = isWhole ? [] : [{ kind, id: `${id}/${kind}`, dataSource, scope }];
    return [...notices, ...values, ...missing, ...note];
  }

  /** What there is to say of a question before its answer. */
  private notices(above: string, question: DataQuestion): DataRow[] {
    const { known, asking, failure } = this.questions.state(question);
    const scope = this.scope();
    const id = (kind: Notice['kind']) => `${above}/${kind}`;
    const isOld = known && !(scope && isSameScope(known.scope, scope));
    const old: DataRow[] = isOld ? [{ kind: 'old', id: id('old'), question, scope: known.scope }] : [];
    if (asking) return [{ kind: 'asking', id: id('asking'), question, scope: asking.scope }, ...old];
    if (!scope) return [{ kind: 'noConnection', id: id('noConnection') }, ...old];
    if (failure && isSameScope(failure.scope, scope))
      return [{ kind: 'failed', id: id('failed'), question, ...failure }, ...old];
    if (!known) return [{ kind: 'unasked', id: id('unasked'), question }];
    const { askedAt } = known;
    return isOld || isFresh(known) ? old : [{ kind: 'aged', id: id('aged'), question, askedAt }];
  }
}

const dimensionRow = (dataSource: DataSource, dimension: string) =>
  ({ kind: 'dimension', id: `${dataSource}/${dimension}`, dataSource, dimension }) as const;
