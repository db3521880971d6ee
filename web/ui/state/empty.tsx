import type { ReactNode } from "react";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Quiet } from "#web/ui/text.tsx";

interface EmptyProps {
  title: string;
  detail?: string;
  /** One button, where there is something to do about it. */
  children?: ReactNode;
}

export const Empty = ({ title, detail, children }: EmptyProps) => (
  <Stack gap={8}>
    <p>
      <b>{title}</b>
    </p>
    {detail && <Quiet>{detail}</Quiet>}
    {children}
  </Stack>
);
