import { useQueryClient } from "@tanstack/react-query";
import { Redirect, useLocation } from "wouter";
import { Login, type login } from "#contract/accounts/sign-in.ts";
import type { Sent } from "#contract/endpoint.ts";
import { PasskeyOffer } from "#web/accounts/passkeys/passkey-offer.tsx";
import { ProviderSignIns } from "#web/accounts/provider-sign-in.tsx";
import { statusQuery } from "#web/accounts/queries.ts";
import { notSignedIn, useLogin } from "#web/accounts/sign-in.ts";
import { isNetworkFailure } from "#web/api/call.ts";
import { signInAsAdmin, useToken } from "#web/api/session.ts";
import { WaitingHere } from "#web/help/requests/waiting/waiting-here.tsx";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form, Or } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";

type Typed = Sent<typeof login>["body"];

function useEnterPanel() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return async ({ token }: { token: string }) => {
    queries.clear();
    signInAsAdmin(token);
    // If this fails, the panel reads the status again and shows the error.
    await queries.prefetchQuery(statusQuery);
    navigate("/admin");
  };
}

function useLogIn() {
  const enter = useEnterPanel();
  const { mutateAsync: login } = useLogin();
  return async (typed: Typed) => {
    const loggedIn = await login(typed).catch((error: unknown): never => {
      const otherwise = isNetworkFailure(error) ? notSignedIn.unreached : "Invalid credentials";
      throw refusalOf(error, { title: "Login failed", otherwise });
    });
    await enter(loggedIn);
  };
}

/** Shown at /admin-login, and on the pages of the panel while nobody is signed in. */
export function AdminLogin() {
  const [path] = useLocation();
  const enter = useEnterPanel();
  const form = useSchemaForm<Typed, Typed>({
    schema: Login,
    defaults: { username: "", password: "" },
    onSubmit: useLogIn(),
  });
  return (
    <Page title="Admin Login">
      <WaitingHere />
      <Stack gap={24} isNarrow>
        <h1>Admin Login</h1>
        <ProviderSignIns returnTo={path.startsWith("/admin/") ? path : undefined} />
        <PasskeyOffer onSignedIn={enter} />
        <Or>Or continue with username</Or>
        <Form of={form}>
          <TextField {...form.field("username")} label="Username" autoComplete="username" />
          <TextField
            {...form.field("password")}
            label="Password"
            type="password"
            autoComplete="current-password"
          />
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Logging in...">
            Login
          </Button>
        </Form>
        <ButtonLink variant="quiet" href="/?signup" isStart>
          Sign in with a code
        </ButtonLink>
        <ButtonLink variant="back" href="/">
          Back to Home
        </ButtonLink>
      </Stack>
    </Page>
  );
}

export const AdminLoginPage = () => (useToken() === null ? <AdminLogin /> : <Redirect to="/admin" replace />);
