import { ResetPassword } from "./reset-password.tsx";

export const AdminResetPasswordPage = () => <ResetPassword side="admin" />;
