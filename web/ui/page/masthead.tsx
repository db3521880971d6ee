import { ALargeSmall, CircleUserRound } from "lucide-react";
import { useState } from "react";
import { AppLink } from "#web/ui/action/app-link.tsx";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import { useIsLampLit } from "#web/ui/picture/lamp-light.ts";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { lazyPart } from "./lazy-part.tsx";
import styles from "./masthead.module.css";

const DisplayFields = lazyPart(
  async () => (await import("#web/ui/display/display-fields.tsx")).DisplayFields,
  "text size and colors",
  <Skeleton shape="row" />,
);

interface MastheadProps {
  /** Then it has the way to one's own page. */
  isSignedIn: boolean;
}

export function Masthead({ isSignedIn }: MastheadProps) {
  const [isOpen, setOpen] = useState(false);
  const isLit = useIsLampLit();
  return (
    <header className={styles.masthead}>
      <div className={styles.bar}>
        <AppLink className={styles.brand} href="/">
          <Lamp isLit={isLit} /> Porchlight
        </AppLink>
        <div className={styles.own}>
          {isSignedIn && (
            <ButtonLink variant="quiet" icon={CircleUserRound} href="/account">
              Me
            </ButtonLink>
          )}
          <Button
            variant="quiet"
            icon={ALargeSmall}
            aria-expanded={isOpen}
            aria-controls="display"
            onClick={() => setOpen(!isOpen)}
          >
            Text size
          </Button>
        </div>
      </div>
      <div className={styles.display} id="display" hidden={!isOpen}>
        {isOpen && <DisplayFields />}
      </div>
    </header>
  );
}
