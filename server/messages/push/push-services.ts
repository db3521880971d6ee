// The services that browsers get their messages from: nobody else is ever sent one, whatever a browser says.
const services = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)+push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+push\.apple\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
];
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether a message may be sent there. */
export function isPushService(endpoint: string, reachLoopback: boolean): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (reachLoopback && loopback.test(url.hostname)) return true;
  return url.protocol === "https:" && url.port === "" && services.some((host) => host.test(url.hostname));
}
