/** The channel on which every server learns that something is due for delivery, now or soon. */
export const wakeChannel = "help-deliveries";

/** A column for a statement: it wakes the delivery workers of all servers when the transaction commits. */
export const wake = `pg_notify('${wakeChannel}', '')`;
