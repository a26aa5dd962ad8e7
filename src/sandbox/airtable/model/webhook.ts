export type DataType = "tableData" | "tableFields" | "tableMetadata";
export type ChangeType = "add" | "remove" | "update";

export type WebhookSpecification = {
  options: {
    filters: {
      dataTypes: DataType[];
      recordChangeScope?: string;
      changeTypes?: ChangeType[];
      fromSources?: string[];
      watchDataInFieldIds?: string[];
      watchSchemasOfFieldIds?: string[];
    };
    includes?: {
      includeCellValuesInFieldIds?: string[] | "all";
      includePreviousCellValues?: boolean;
      includePreviousFieldDefinitions?: boolean;
    };
  };
};

export type NotificationResult = {
  success: boolean;
  completionTimestamp: string;
  durationMs: number;
  retryNumber: number;
  willBeRetried?: boolean;
  error?: { message: string };
};

export type WebhookPayload = { timestamp: string; baseTransactionNumber: number } & Record<string, unknown>;

export type Webhook = {
  readonly id: string;
  readonly secret: string;
  readonly notificationUrl: string | null;
  readonly specification: WebhookSpecification;
  expiresAt: number;
  areNotificationsEnabled: boolean;
  lastSuccessfulNotificationTime: string | null;
  lastNotificationResult: NotificationResult | null;
  /** The cursor of the first payload that is still stored. */
  firstCursor: number;
  payloads: WebhookPayload[];
};
