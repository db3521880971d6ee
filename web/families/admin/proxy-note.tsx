import { useQuery } from "@tanstack/react-query";
import { Note } from "#web/ui/surface/note.tsx";
import { proxyStateQuery } from "./member-queries.ts";

/** Only an admin's own request shows it, so nobody else on the internet can make it appear. */
export function ProxyNote() {
  const { data } = useQuery(proxyStateQuery);
  if (!data?.isProxyUntrusted) return null;
  return (
    <Note kind="warn" title="Everyone looks like one visitor to this server">
      <p>It's behind a proxy that it doesn't trust yet.</p>
      <p>One person's wrong passwords can lock everyone out for a while.</p>
      <p>Please ask whoever runs the server to set TRUSTED_PROXIES.</p>
    </Note>
  );
}
