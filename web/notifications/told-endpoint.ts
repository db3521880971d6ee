// Where the server was last told that it reaches this device; nothing while messages are off here.
const key = "porchlight-push";

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export const toldEndpoint = {
  read,
  keep: (endpoint: string): void => localStorage.setItem(key, endpoint),
  forget: (): void => localStorage.removeItem(key),
};
