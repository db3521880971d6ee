// What this browser remembers of messages.

const remembered = (key: string) => ({
  read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  keep: (value: string): void => localStorage.setItem(key, value),
  forget: (): void => localStorage.removeItem(key),
});

/** Where the server was last told that it reaches this device; nothing while messages do not come here. */
export const toldEndpoint = remembered("porchlight-push");

/** The id of whoever turned messages on here, until they turn them off. It outlives their sign-in. */
export const turnedOnBy = remembered("porchlight-push-person");
