import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Redirect, useSearchParams } from "wouter";
import { signInOptionsQuery } from "#web/features/accounts/queries.ts";
import { Signup } from "#web/features/accounts/signup/signup.tsx";
import { SignupCard } from "#web/features/accounts/signup/signup-card.tsx";
import { WaitingHere } from "#web/features/help/requests/sign-in-first.tsx";
import { token } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";

/** Explains why the first step asks for a number or an address. */
function Why() {
  const { data } = useQuery(signInOptionsQuery);
  if (data?.hasTexts)
    return (
      <Panel as="aside" title="Why your phone number?">
        <p>It takes the place of a password. We text you a code, and that is how we know it is you.</p>
        <p>Only your family can see your number. They need it to call you back.</p>
      </Panel>
    );
  return (
    data?.hasEmail && (
      <Panel as="aside" title="Why your e-mail address?">
        <p>It takes the place of a password. We e-mail you a code, and that is how we know it is you.</p>
      </Panel>
    )
  );
}

/** Home during a signup, at `/?signup`. It stays until the last screen goes home. */
export function SignupPage() {
  const [isAlreadyIn] = useState(() => token() !== null);
  // Before the app has taken over the landing page, a tap on “Get Started” loads this page anew, and the form comes last.
  const { isSuccess: hasForm, data: options } = useQuery(signInOptionsQuery);
  const [search] = useSearchParams();
  if (isAlreadyIn) return <Redirect to="/" replace />;
  // The entrance leads new people to the sign-up of a cell, which has a step in its address.
  if (options?.isEntrance && search.get("signup") === "") return <Redirect to="/find" replace />;
  return (
    <Signup>
      {(onDone) => (
        <Page title="Create your account, step 1 of 3" layout="card" focusesField={hasForm}>
          <ButtonLink variant="back" href="/">
            Back
          </ButtonLink>
          <WaitingHere />
          <SignupCard onSignedIn={onDone} />
          <Why />
        </Page>
      )}
    </Signup>
  );
}
