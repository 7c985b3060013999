/** What is to be drawn beside a result: asked for once for each choice, until it has come or cannot be read. */
export class BesideRows<Choice extends string, Answer> {
  private asked: Choice | undefined;
  private answer: Answer | undefined;
  private hasFailed = false;

  constructor(private readonly ask: (choice: Choice) => void) {}

  /** Whether what was asked for last cannot be read, or somebody has cancelled it. */
  get isRefused(): boolean {
    return this.hasFailed;
  }

  /** What there is for a choice; undefined until it has come. */
  read(choice: Choice | undefined): Answer | undefined {
    if (choice !== this.asked) {
      this.asked = choice;
      this.answer = undefined;
      this.hasFailed = false;
      if (choice !== undefined) this.ask(choice);
    }
    return this.answer;
  }

  /** Takes an answer; another choice may have been made meanwhile. @returns whether it is for the last one */
  take(choice: Choice, answer: Answer | undefined): boolean {
    if (choice !== this.asked) return false;
    this.answer = answer;
    this.hasFailed = answer === undefined;
    return true;
  }

  /** Lets the next look ask once more. */
  again(): void {
    this.asked = undefined;
  }
}
