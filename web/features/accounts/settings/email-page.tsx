import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { Account } from "#contract/accounts/accounts.ts";
import { useToken } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Closed, LinkContents, LinkPage, useLinkToken } from "#web/ui/page/link-page.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { accountQuery, useConfirmEmail } from "../queries.ts";
import { rememberPlace } from "../return-place.ts";

const title = "Is this your address?";

const SignedOut = () => (
  <Page title={title}>
    <LinkContents>
      <h1>Please sign in first</h1>
      <p>Sign in on this device. Then open the link in the e-mail again.</p>
      <ButtonLink variant="primary" href="/?signup" isStart onClick={rememberPlace}>
        Sign in with a code
      </ButtonLink>
    </LinkContents>
  </Page>
);

const Confirmed = () => (
  <>
    <h1>Thank you. Your address is confirmed.</h1>
    <Note kind="success" isAlert title="We'll write there when your family needs help." />
    <ButtonLink variant="primary" href="/account" isStart>
      Go to “Me”
    </ButtonLink>
  </>
);

interface ConfirmationProps {
  account: Account;
  token: string;
}

function Confirmation({ account: { username, unconfirmedEmail }, token }: ConfirmationProps) {
  const { mutate: confirm, isPending, isSuccess, error } = useConfirmEmail();
  if (isSuccess) return <Confirmed />;
  if (!unconfirmedEmail)
    return <Closed title="This link has expired. Please ask for a new e-mail in “Me”." />;
  return (
    <>
      <h1>{title}</h1>
      <p>
        <b>{unconfirmedEmail}</b>, for {username}.
      </p>
      <ErrorMessage error={error} />
      <Button variant="primary" icon={CircleCheck} isStart isBusy={isPending} onClick={() => confirm(token)}>
        This is my address
      </Button>
    </>
  );
}

function SignedIn() {
  const token = useLinkToken();
  const account = useQuery(accountQuery);
  return (
    <LinkPage of={account} title={title} titleOf={() => title}>
      {(account) => <Confirmation account={account} token={token} />}
    </LinkPage>
  );
}

/** The page that the link in a confirmation e-mail opens. */
export const EmailPage = () => (useToken() === null ? <SignedOut /> : <SignedIn />);
