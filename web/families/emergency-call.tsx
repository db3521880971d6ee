import { Phone } from "lucide-react";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./emergency-call.module.css";
import { keptFamily } from "./kept-family.ts";
import { useFamily } from "./queries.ts";

/** Dials the number of the family's country; the last one known on this device; 911 otherwise. */
export function EmergencyCall() {
  const family = useFamily();
  const number = (family ?? keptFamily())?.emergencyNumber ?? "911";
  return (
    <a className={styles.call} href={`tel:${number}`}>
      <Icon of={Phone} />
      <span>
        In an emergency <span className={styles.number}>call {number}</span>
      </span>
    </a>
  );
}
