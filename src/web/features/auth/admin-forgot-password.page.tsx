import { ForgotPassword } from "./forgot-password.tsx";

export const AdminForgotPasswordPage = () => <ForgotPassword side="admin" />;
