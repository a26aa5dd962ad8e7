import { SignIn } from "./sign-in.tsx";

export const LoginPage = () => <SignIn side="main" />;
