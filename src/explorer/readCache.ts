import { Emitter } from '../ui/lifetimes.js';
import type { Stale } from '../words/staleWords.js';
import type * as vscode from 'vscode';

interface Reading<T> {
  readonly controller: AbortController;
  readonly value: Promise<T>;
}

/**
 * What was read of managers, by key: each is read when it is first asked for, kept until it is forgotten, and stays when
 * it cannot be read again.
 */
export class ReadCache<T> implements vscode.Disposable {
  private readonly changed = new Emitter<string>();
  private readonly reads = new Map<string, Reading<T>>();
  private readonly updates = new Map<string, Reading<T>>();
  private readonly kept = new Map<string, { readonly value: T; readonly readAt: number }>();
  private readonly failures = new Map<string, unknown>();
  /** By key, how often something else was put in its place or it was forgotten. */
  private readonly versions = new Map<string, number>();
  /** Fires with the key of what was read, changed, forgotten, or could not be read again. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly fetch: (key: string, signal: AbortSignal) => Promise<T>) {}

  /** What was read, or is being read. */
  get keys(): readonly string[] {
    return [...new Set([...this.reads.keys(), ...this.kept.keys()])];
  }

  get(key: string): T | undefined {
    return this.kept.get(key)?.value;
  }

  /** Milliseconds, when the whole of what is kept was read; undefined for what is not. */
  readAt(key: string): number | undefined {
    return this.kept.get(key)?.readAt;
  }

  /** Undefined for what is as new as it was asked for. */
  stale(key: string): Stale | undefined {
    const kept = this.kept.get(key);
    return kept && this.failures.has(key)
      ? { readAt: kept.readAt, error: this.failures.get(key) }
      : undefined;
  }

  /** What is kept, else it is read; a read under way is shared, one that failed is not kept, one out of date is repeated. */
  read(key: string): Promise<T> {
    const kept = this.kept.get(key);
    if (kept) return Promise.resolve(kept.value);
    const known = this.reads.get(key);
    if (known) return known.value;
    const controller = new AbortController();
    const value = this.readFirst(key, controller);
    this.reads.set(key, { controller, value });
    return value;
  }

  /**
   * Reads again without giving up what is there: a failure leaves it as it is. An update that is under way ends as this
   * one does. An answer that may be older than a change that was put in its place meanwhile is not kept, and it is read once
   * more: it may also tell of others' changes. What was forgotten meanwhile stays so.
   */
  update(key: string, signal?: AbortSignal): Promise<T> {
    this.updates.get(key)?.controller.abort();
    const controller = new AbortController();
    const value = this.readAgain(key, controller, signal);
    this.updates.set(key, { controller, value });
    return value;
  }

  /**
   * Reads a part of what is kept again. Where all of it is being read, that is waited for; an answer during which somebody
   * else changed it may be older than that, so it is asked for again.
   * @param amended what is kept with the new part in it, or as it is
   */
  async amend(key: string, amended: (kept: T) => Promise<T>): Promise<void> {
    for (;;) {
      const whole = this.updates.get(key);
      if (whole) return void (await whole.value);
      const kept = this.kept.get(key);
      if (!kept) return;
      const value = await amended(kept.value);
      if (this.kept.get(key) !== kept || this.updates.has(key)) continue;
      if (value !== kept.value) this.replace(key, value);
      return;
    }
  }

  /** Puts something else in the place of what is kept. */
  replace(key: string, value: T): void {
    this.outdate(key);
    this.keep(key, value, this.kept.get(key)?.readAt ?? Date.now());
  }

  /** Lets go of what was read; a read under way ends. */
  forget(key: string): void {
    this.outdate(key);
    for (const readings of [this.reads, this.updates]) {
      readings.get(key)?.controller.abort();
      readings.delete(key);
    }
    this.failures.delete(key);
    if (this.kept.delete(key)) this.changed.fire(key);
  }

  /** Resolves when no read is under way any more. */
  async settled(): Promise<void> {
    const readings = [...this.reads.values(), ...this.updates.values()];
    await Promise.allSettled(readings.map(({ value }) => value));
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async readFirst(key: string, controller: AbortController): Promise<T> {
    const isMine = () => this.reads.get(key)?.controller === controller;
    const readAt = Date.now();
    try {
      const value = await this.fetch(key, controller.signal);
      // An update that was faster has the newer answer.
      if (!isMine() || this.kept.has(key)) return await this.read(key);
      this.keep(key, value, readAt);
      return value;
    } catch (error) {
      if (controller.signal.aborted) return await this.read(key);
      throw error;
    } finally {
      if (isMine()) this.reads.delete(key);
    }
  }

  private async readAgain(key: string, controller: AbortController, signal?: AbortSignal): Promise<T> {
    const version = this.versions.get(key);
    const readAt = Date.now();
    const isMine = () => this.updates.get(key)?.controller === controller;
    try {
      const either = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
      const value = await this.fetch(key, either);
      if (!isMine()) return value;
      this.failures.delete(key);
      if (this.versions.get(key) !== version) return await this.readAgain(key, controller, signal);
      this.keep(key, value, readAt);
      return value;
    } catch (error) {
      const later = this.updates.get(key);
      if (later && !isMine() && !signal?.aborted) return await later.value;
      if (isMine() && !signal?.aborted) this.fail(key, error);
      throw error;
    } finally {
      if (isMine()) this.updates.delete(key);
    }
  }

  private keep(key: string, value: T, readAt: number): void {
    this.kept.set(key, { value, readAt });
    this.changed.fire(key);
  }

  private outdate(key: string): void {
    this.versions.set(key, (this.versions.get(key) ?? 0) + 1);
  }

  private fail(key: string, error: unknown): void {
    if (!this.kept.has(key)) return;
    this.failures.set(key, error);
    this.changed.fire(key);
  }
}
