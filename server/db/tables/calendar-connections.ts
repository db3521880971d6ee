// The Google calendar that a family has connected, and the ways to it.

interface CalendarAttempts {
  family_id: number;
  state_hash: Buffer;
  session_id: number;
  expires_at: Date;
}

interface CalendarConnections {
  family_id: number;
  connected_by: number;
  subject: string;
  /** Under the server's key. */
  sealed_refresh_token: Buffer;
  connected_at: Date;
}

export interface CalendarConnectionTables {
  calendar_attempts: CalendarAttempts;
  calendar_connections: CalendarConnections;
}
