/** A wait that a manager asked for with 429. */
export interface Wait {
  /** How long it takes. */
  readonly seconds: number;
  /** What the manager asked for, which may be more than anybody waits; undefined when it said nothing. */
  readonly asked: number | undefined;
}

/** How somebody waits whom a manager asked to. */
export interface Patience {
  /** Aborted when there is no more waiting; what was sent goes on. */
  readonly ended: AbortSignal;
  /** Is told of a wait when it begins, and of none when it is over. */
  readonly tell: (wait: Wait | undefined) => void;
}

/** The signal of a caller who waits as long as a manager asks, says so, and can be stopped. */
export interface PatientSignal extends AbortSignal {
  readonly patience: Patience;
}

/** How a caller waits; undefined for one who does not say. */
export const patienceOf = (signal: AbortSignal | undefined): Patience | undefined =>
  signal && 'patience' in signal ? (signal as PatientSignal).patience : undefined;

/** The signal of a controller, whose caller tells of waits. */
export const patientSignal = (
  { signal }: AbortController,
  patience: Omit<Patience, 'ended'> & Partial<Patience>,
): PatientSignal => Object.assign(signal, { patience: { ended: signal, ...patience } });

/** Ends what waits to be sent with another signal, and nothing that was sent: a write that has begun ends. */
export const untilSent = (ended: AbortSignal): PatientSignal =>
  patientSignal(new AbortController(), { ended, tell: wait => patienceOf(ended)?.tell(wait) });
