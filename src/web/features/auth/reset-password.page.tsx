import { ResetPassword } from "./reset-password.tsx";

export const ResetPasswordPage = () => <ResetPassword side="main" />;
