// The push services of browsers. Any other endpoint is refused, because a stranger can name any address. A service adds
// hosts without notice, so it is known by the part of the name that only its owner can give away.
const services = [
  /^https:\/\/(fcm|android)\.googleapis\.com\//,
  // Chromium without Google's keys, and Google's trials. Other services of Google have other paths.
  /^https:\/\/([a-z0-9-]+\.)+google\.com\/((fcm|gcm)\/send|(preprod\/)?wp)\//,
  /^https:\/\/([a-z0-9-]+\.)+push\.services\.mozilla\.com\//,
  /^https:\/\/([a-z0-9-]+\.)+push\.apple\.com\//,
  /^https:\/\/([a-z0-9-]+\.)+notify\.windows\.com\//,
];
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Returns whether a message may be sent to this endpoint. A service on another port than that of HTTPS is none. */
export function isPushService(endpoint: string, reachLoopback: boolean): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (reachLoopback && loopback.test(url.hostname)) return true;
  return services.some((service) => service.test(url.href));
}
