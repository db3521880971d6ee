import { useQuery } from "@tanstack/react-query";
import type { SignInProvider } from "#contract/accounts/sign-in.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import styles from "./accounts.module.css";
import { signInOptionsQuery } from "./queries.ts";
import { forgetPlace, rememberPlace } from "./return-place.ts";

interface ProviderSignInProps {
  provider: SignInProvider;
  /** Whether the person comes back to this page. Otherwise a page that was remembered before stays remembered. */
  isReturning?: boolean;
  /** The invitation that the person is asked about afterwards. */
  inviteCode?: string | undefined;
}

/** The browser's time zone is used for a family that the person may start. */
function addressWith(id: string, inviteCode: string | undefined): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = new URLSearchParams({ timeZone, ...(inviteCode && { inviteCode }) });
  return `/api/auth/${id}?${query}`;
}

/** Leaves the app: the whole page goes to the provider and comes back to `/` with the result. */
export const ProviderSignIn = ({ provider, isReturning = false, inviteCode }: ProviderSignInProps) => (
  <ButtonLink
    href={addressWith(provider.id, inviteCode)}
    onClick={() => {
      if (isReturning) rememberPlace();
      else if (inviteCode) forgetPlace();
    }}
  >
    {provider.icon && <img className={styles.icon} src={provider.icon} alt="" />}
    Sign in with {provider.name}
  </ButtonLink>
);

/** One button for each provider that this server has. */
export function ProviderSignIns(props: Omit<ProviderSignInProps, "provider">) {
  const { data } = useQuery(signInOptionsQuery);
  return data?.providers.map((provider) => (
    <ProviderSignIn key={provider.id} provider={provider} {...props} />
  ));
}
