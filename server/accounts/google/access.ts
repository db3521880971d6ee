// Tokens that are good for an hour, for permissions that last.
import { Unread } from "#server/unread.ts";

interface Granted {
  readonly token: string;
  readonly seconds: number;
}

export interface Access {
  tokenFor(refreshToken: string): Promise<string>;
  /** It is not good any more. */
  forget(refreshToken: string): void;
}

const isRevoked = (error: unknown): boolean =>
  error instanceof Error && "error" in error && error.error === "invalid_grant";

// So that it is still good when it arrives.
const earlier = 60;

/** Each is kept in memory until it ends; `grant` gets a new one. */
export function accessBy(grant: (refreshToken: string) => Promise<Granted>): Access {
  const kept = new Map<string, { token: string; until: number }>();
  return {
    async tokenFor(refreshToken) {
      for (const [old, { until }] of kept) if (until <= Date.now()) kept.delete(old);
      const known = kept.get(refreshToken);
      if (known) return known.token;
      const { token, seconds } = await grant(refreshToken).catch((error) => {
        throw new Unread(isRevoked(error) ? "revoked" : "passing", "no access token");
      });
      kept.set(refreshToken, { token, until: Date.now() + (seconds - earlier) * 1_000 });
      return token;
    },
    forget: (refreshToken) => void kept.delete(refreshToken),
  };
}
