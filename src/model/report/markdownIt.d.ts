/** What is used of markdown-it, which brings no types. */
declare module 'markdown-it' {
  export interface Token {
    readonly type: string;
    readonly tag: string;
    readonly content: string;
    /** How many blocks it is in. */
    readonly level: number;
    /** What stands beside the fence of code. */
    readonly info: string;
    /** The lines from which a block comes: the first one, and the one after the last. */
    readonly map: readonly [number, number] | null;
    readonly children: readonly Token[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }

  export interface InlineState {
    readonly src: string;
    pos: number;
    push(type: string, tag: string, nesting: -1 | 0 | 1): { content: string };
  }

  export interface Renderer {
    renderToken(tokens: readonly Token[], index: number, options: unknown): string;
    rules: Record<
      string,
      | ((tokens: readonly Token[], index: number, options: unknown, env: unknown, self: Renderer) => string)
      | undefined
    >;
  }

  export default class MarkdownIt {
    constructor(options?: { readonly html?: boolean; readonly linkify?: boolean });
    readonly inline: {
      readonly ruler: { at(name: string, rule: (state: InlineState, isSilent: boolean) => boolean): void };
    };
    readonly renderer: Renderer;
    readonly linkify: { set(options: { readonly fuzzyLink: boolean }): void };
    validateLink: (url: string) => boolean;
    /** Reads without some rules. */
    disable(rules: string): this;
    parse(text: string, env: object): readonly Token[];
    render(text: string): string;
    renderInline(text: string): string;
  }
}
