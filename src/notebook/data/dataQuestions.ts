import { dimensions, type DataSource } from 'netsensor-contract/query/dataSources';
import type { FilledDimensions, FrequentValue } from '../../model/query/writtenQueries.js';
import { Emitter } from '../../ui/lifetimes.js';
import { freshFor } from '../variables/liveValues.js';

/** Where and about which time it is asked. */
export interface DataScope {
  readonly connectionId: string;
  /** Range of the notebook, as it is written. */
  readonly range: string;
  readonly zone: string;
}

/**
 * What the data are asked: which dimensions of a source have values in the range, which of the others have values at all, and
 * which values of a dimension are frequent.
 */
export type DataQuestion =
  | { readonly kind: 'filled' | 'everFilled'; readonly dataSource: DataSource }
  | { readonly kind: 'values'; readonly dataSource: DataSource; readonly dimension: string };

/** What is known by a kind of question. */
interface DataFacts {
  readonly filled: FilledDimensions;
  readonly everFilled: FilledDimensions;
  readonly values: readonly FrequentValue[];
}

interface KnownData<Facts> {
  readonly facts: Facts;
  readonly scope: DataScope;
  /** Milliseconds since 1970 UTC, when it was asked. */
  readonly askedAt: number;
}

/** The state of a question: what was answered last stays while it is asked again, and when that fails. */
export interface AskedData<Facts = unknown> {
  readonly known?: KnownData<Facts> | undefined;
  readonly asking?: { readonly scope: DataScope; readonly controller: AbortController } | undefined;
  readonly failure?: { readonly error: unknown; readonly scope: DataScope } | undefined;
}

/** Asks a manager. @throws what the request failed with */
export type AskData = (
  question: DataQuestion,
  scope: DataScope,
  asked: { readonly dimensions: readonly string[]; readonly signal: AbortSignal },
) => Promise<DataFacts[keyof DataFacts]>;

/** What the data were asked, each question once and only when somebody wants it, by manager and range. */
export class DataQuestions {
  private readonly states = new Map<string, AskedData>();
  private readonly changed = new Emitter<void>();
  private readonly ageing = new Set<NodeJS.Timeout>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly read: AskData) {}

  /** What is known of a question, and whether it is being asked. */
  state<Kind extends DataQuestion['kind']>(
    question: DataQuestion & { readonly kind: Kind },
  ): AskedData<DataFacts[Kind]> {
    return (this.states.get(keyOf(question)) ?? {}) as AskedData<DataFacts[Kind]>;
  }

  /** The dimensions of a source that have no value in the range; none while that is not known. */
  emptyDimensions(dataSource: DataSource): readonly string[] {
    const { known } = this.state({ kind: 'filled', dataSource });
    return known ? dimensions[dataSource].filter(name => (known.facts.filled.get(name) ?? 0) === 0) : [];
  }

  /** Whether there is an answer of this time and manager that is not old, or one is on its way. */
  isSettled(question: DataQuestion, scope: DataScope): boolean {
    const { known, asking } = this.state(question);
    const fresh = known && isFresh(known) ? known : undefined;
    return [fresh, asking].some(each => each && isSameScope(each.scope, scope));
  }

  /** Asks; ends when there is an answer or none will come, which the state says. One that is on its way is given up. */
  async ask(question: DataQuestion, scope: DataScope): Promise<void> {
    const controller = new AbortController();
    const isMine = () => this.state(question).asking?.controller === controller;
    this.cancel(question);
    this.set(question, { known: this.state(question).known, asking: { scope, controller } });
    const { signal } = controller;
    const askedAt = Date.now();
    const asked = { dimensions: this.askedDimensions(question), signal };
    try {
      const facts = await this.read(question, scope, asked);
      if (!isMine()) return;
      this.set(question, { known: { facts, scope, askedAt } });
      this.tellOfAge(askedAt);
    } catch (error) {
      if (isMine()) this.set(question, { known: this.state(question).known, failure: { error, scope } });
    }
  }

  /** Gives up what is on its way. */
  cancel(question: DataQuestion): void {
    const { known, asking } = this.state(question);
    if (!asking) return;
    this.set(question, { known });
    asking.controller.abort();
  }

  /** Lets go of failures, where a connection has changed: with another key they may be gone. */
  forgetFailures(): void {
    for (const [key, state] of this.states) if (state.failure) this.states.set(key, { known: state.known });
    this.changed.fire();
  }

  dispose(): void {
    for (const [, { asking }] of this.states) asking?.controller.abort();
    for (const timer of this.ageing) clearTimeout(timer);
    this.changed.dispose();
  }

  /** Tells of an answer once it is old. */
  private tellOfAge(askedAt: number): void {
    const timer = setTimeout(
      () => {
        this.ageing.delete(timer);
        this.changed.fire();
      },
      askedAt + freshFor - Date.now(),
    );
    this.ageing.add(timer);
  }

  private askedDimensions({ kind, dataSource }: DataQuestion): readonly string[] {
    return kind === 'everFilled' ? this.emptyDimensions(dataSource) : dimensions[dataSource];
  }

  private set(question: DataQuestion, state: AskedData): void {
    this.states.set(keyOf(question), state);
    this.changed.fire();
  }
}

/** Whether an answer is of the last minutes. */
export const isFresh = ({ askedAt }: { readonly askedAt: number }): boolean =>
  Date.now() - askedAt < freshFor;

/** A text that no other question has. */
export const keyOf = (question: DataQuestion): string =>
  [question.kind, question.dataSource, question.kind === 'values' ? question.dimension : ''].join(' ');

/** Whether both are about the same manager and time. */
export const isSameScope = (one: DataScope, other: DataScope): boolean =>
  one.connectionId === other.connectionId && one.range === other.range && one.zone === other.zone;
