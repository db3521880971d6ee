// The errors that verbs throw. Only http/errors.ts turns them into a Problem.

type Fields = Record<string, string>;

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Fields | undefined;

  constructor(status: number, code: string, message: string, fields?: Fields) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export class Invalid extends Refusal {
  constructor(message: string, fields?: Fields) {
    super(400, "invalid", message, fields);
  }
}

export class NotSignedIn extends Refusal {
  constructor(message = "Please sign in first.") {
    super(401, "not-signed-in", message);
  }
}

export class Forbidden extends Refusal {
  constructor(message = "This is for the people who look after the family's page.") {
    super(403, "forbidden", message);
  }
}

/** A stolen session is not enough for this: the web asks for a code or a password, and tries again. */
export class FreshProofNeeded extends Refusal {
  constructor() {
    super(403, "fresh-proof-needed", "Please confirm that it's you first.");
  }
}

/** This server takes no new people, or only those with an invitation. */
export class SignUpRefused extends Refusal {
  constructor(message: string) {
    super(403, "sign-up-refused", message);
  }
}

export class NotFound extends Refusal {
  constructor(message = "We could not find that.", fields?: Fields) {
    super(404, "not-found", message, fields);
  }
}

/** A body that stopped arriving. */
export class TooSlow extends Refusal {
  constructor() {
    super(408, "timeout", "That took too long. Please try again.");
  }
}

export class Conflict extends Refusal {
  constructor(message: string, fields?: Fields) {
    super(409, "conflict", message, fields);
  }
}

export class Gone extends Refusal {
  constructor(message: string, fields?: Fields) {
    super(410, "gone", message, fields);
  }
}

export class TooLarge extends Refusal {
  constructor(message: string) {
    super(413, "too-large", message);
  }
}

export class WrongType extends Refusal {
  constructor(message: string) {
    super(415, "wrong-type", message);
  }
}

/** The file ends before the part that was asked for (RFC 9110). */
export class NoSuchRange extends Refusal {
  /** The length of the file in bytes. */
  readonly length: number;

  constructor(length: number) {
    super(416, "no-such-range", "This file is shorter than that.");
    this.length = length;
  }
}

/** The request names a host that is not this server's (RFC 9110). */
export class Misdirected extends Refusal {
  constructor(message: string) {
    super(421, "misdirected", message);
  }
}

/** The same Idempotency-Key was used with a different body. */
export class Mismatch extends Refusal {
  constructor(message: string) {
    super(422, "mismatch", message);
  }
}

export class TooMany extends Refusal {
  /** The number of seconds after which a retry makes sense. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(429, "too-many", message);
    this.retryAfter = Math.max(1, Math.ceil(retryAfter));
  }
}

/** An outside service that we need does not answer. */
export class Unavailable extends Refusal {
  /** The number of seconds after which a retry makes sense. */
  readonly retryAfter: number;

  constructor(
    message = "Porchlight cannot do that right now. Please try again in a minute.",
    { cause, retryAfter = 5 }: { cause?: unknown; retryAfter?: number } = {},
  ) {
    super(503, "unavailable", message);
    this.cause = cause;
    this.retryAfter = retryAfter;
  }
}

export type { Refusal };
export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;
