// The push services of browsers. An endpoint at any other host is refused, because a stranger can name any address.
const services = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)+push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+push\.apple\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
];
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Returns whether a message may be sent to this endpoint. */
export function isPushService(endpoint: string, reachLoopback: boolean): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (reachLoopback && loopback.test(url.hostname)) return true;
  return url.protocol === "https:" && url.port === "" && services.some((host) => host.test(url.hostname));
}
