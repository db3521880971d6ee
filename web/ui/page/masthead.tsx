import { ALargeSmall } from "lucide-react";
import { useState } from "react";
import { AppLink } from "#web/ui/action/app-link.tsx";
import { Button } from "#web/ui/action/button.tsx";
import { DisplayFields } from "#web/ui/display/display-fields.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import { useIsLampLit } from "#web/ui/picture/lamp-light.ts";
import styles from "./masthead.module.css";

export function Masthead() {
  const [isOpen, setOpen] = useState(false);
  const isLit = useIsLampLit();
  return (
    <header className={styles.masthead}>
      <div className={styles.bar}>
        <AppLink className={styles.brand} href="/">
          <Lamp isLit={isLit} /> Porchlight
        </AppLink>
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
      <div className={styles.display} id="display" hidden={!isOpen}>
        {isOpen && <DisplayFields />}
      </div>
    </header>
  );
}
