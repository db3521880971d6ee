import { House, LifeBuoy } from "lucide-react";
import { ButtonLink } from "../action/button.tsx";
import { Actions, Stack } from "../layout/layout.tsx";
import { Lamp } from "../picture/lamp.tsx";
import { Lead } from "../text.tsx";
import { Page } from "./page.tsx";

export const NotFoundPage = () => (
  <Page title="404 Page Not Found">
    <Stack gap={24} isNarrow>
      <Lamp size="large" />
      <h1>404 Page Not Found</h1>
      <Lead>Nobody is home at this address. The link may be old, or a letter may be missing.</Lead>
      <Actions>
        <ButtonLink variant="primary" href="/" icon={House}>
          Go home
        </ButtonLink>
        <ButtonLink href="/help" icon={LifeBuoy}>
          Get help
        </ButtonLink>
      </Actions>
    </Stack>
  </Page>
);
