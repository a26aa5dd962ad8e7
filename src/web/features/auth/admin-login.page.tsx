import { SignIn } from "./sign-in.tsx";

export const AdminLoginPage = () => <SignIn side="admin" />;
