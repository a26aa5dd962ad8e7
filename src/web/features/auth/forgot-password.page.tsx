import { ForgotPassword } from "./forgot-password.tsx";

export const ForgotPasswordPage = () => <ForgotPassword side="main" />;
