// Google gives an access token, which works for an hour, in exchange for a refresh token, which lasts.
import { Unread } from "./unread.ts";

interface Grant {
  readonly token: string;
  readonly seconds: number;
}

export interface AccessTokens {
  tokenFor(refreshToken: string): Promise<string>;
  /** Drops a token that Google no longer accepts. */
  forget(refreshToken: string): void;
}

const isRevoked = (error: unknown): boolean =>
  error instanceof Error && "error" in error && error.error === "invalid_grant";

// A token that is about to expire must still work when the request arrives.
const marginSeconds = 60;

/** Keeps each token in memory until it expires; `grant` gets a new one. */
export function accessTokens(grant: (refreshToken: string) => Promise<Grant>): AccessTokens {
  const kept = new Map<string, { token: string; until: number }>();
  return {
    async tokenFor(refreshToken) {
      for (const [old, { until }] of kept) if (until <= Date.now()) kept.delete(old);
      const known = kept.get(refreshToken);
      if (known) return known.token;
      const { token, seconds } = await grant(refreshToken).catch((error) => {
        throw new Unread(isRevoked(error) ? "revoked" : "passing", "no access token");
      });
      kept.set(refreshToken, { token, until: Date.now() + (seconds - marginSeconds) * 1_000 });
      return token;
    },
    forget: (refreshToken) => void kept.delete(refreshToken),
  };
}
