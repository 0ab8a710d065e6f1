import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;

/** Prints of every code point: class in the standard tokenizer, lower case, whether it is blank. */
public class Characters {
    public static void main(String[] arguments) throws Exception {
        Class<?> scanner =
            Class.forName("org.apache.lucene.analysis.standard.StandardTokenizerImpl");
        Method classOf = scanner.getDeclaredMethod("zzCMap", int.class);
        classOf.setAccessible(true);
        try (PrintStream out = new PrintStream(new BufferedOutputStream(System.out))) {
            for (int point = Character.MIN_CODE_POINT; point <= Character.MAX_CODE_POINT; point++) {
                int blank = Character.isWhitespace(point) ? 1 : 0;
                out.println(
                    classOf.invoke(null, point) + " " + Character.toLowerCase(point) + " " + blank);
            }
        }
    }
}
