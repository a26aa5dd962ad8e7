/** The one account and bucket of the storage. They open nothing outside the sandbox. */
export const S3_ACCOUNT = {
  region: "eu-west-1",
  bucket: "ultimate-sales-agent",
  accessKeyId: "AKIA3SANDB0XN00RDER1",
  secretAccessKey: "s4ndb0x/Kq7Vw2ZtR9mLxE1hYc8UoPd5JfGbNa3i",
} as const;
